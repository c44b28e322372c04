;; The similarities of a vector to many others, and upper bounds of them, in WebAssembly with 128-bit SIMD instructions: about ten times as
;; fast as the same loop in JavaScript. `npm run generate` compiles this file twice to dot-products.generated.ts: for processors and versions of
;; Node.js with relaxed SIMD, whose instruction multiplies 16 pairs of 8-bit integers, and for others. The lines between `;; relaxed` and
;; `;; plain` are for the former, and those from there to `;; end` for the latter.
;;
;; A value of a stored vector is an integer of 24 bits: its first 8 bits are in one table, and the other 16 in another. Vectors have the same
;; number of values, which is a multiple of 32. A shorter vector that is compared with the others ends with zeros, so what follows a shorter
;; one in a table does not matter.
(module
  (import "table" "memory" (memory 1))
  ;; The sums of four vectors of four integers each, as floats.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    ;; The sums of two halves of $a and of $b, by turns; then those of $c and $d.
    (local.set $a (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $c (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.convert_i32x4_s (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c)))))
  ;; Compares the vector of 32-bit floats at $query with those from $vectors to $end, whose other bits begin at $rest. Integers of 24 bits
  ;; are exact as floats. The fourth float at $properties is the unit of a vector's integers. Writes a float for each vector at $results.
  (func (export "similarities")
    (param $query i32) (param $vectors i32) (param $end i32) (param $size i32) (param $rest i32) (param $properties i32) (param $results i32)
    (local $one i32) (local $other i32) (local $one_end i32) (local $first v128) (local $bits v128) (local $words v128)
    (local $even v128) (local $odd v128)
    (local.set $one (local.get $vectors))
    (block $done
      (loop $next_vector
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $other (local.get $query))
        (local.set $one_end (i32.add (local.get $one) (local.get $size)))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        ;; Sixteen values a turn, in two sums that do not wait for each other. A shuffle puts the first bits before the others.
        (loop $next_values
          (local.set $first (v128.load (local.get $one)))
          (local.set $bits (v128.load (local.get $rest)))
          (local.set $words (i16x8.extend_low_i8x16_s (local.get $first)))
          (local.set $even (f32x4.add (local.get $even) (f32x4.mul
            (f32x4.convert_i32x4_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $bits) (local.get $words)))
            (v128.load (local.get $other)))))
          (local.set $odd (f32x4.add (local.get $odd) (f32x4.mul
            (f32x4.convert_i32x4_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $bits) (local.get $words)))
            (v128.load offset=16 (local.get $other)))))
          (local.set $bits (v128.load offset=16 (local.get $rest)))
          (local.set $words (i16x8.extend_high_i8x16_s (local.get $first)))
          (local.set $even (f32x4.add (local.get $even) (f32x4.mul
            (f32x4.convert_i32x4_s (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $bits) (local.get $words)))
            (v128.load offset=32 (local.get $other)))))
          (local.set $odd (f32x4.add (local.get $odd) (f32x4.mul
            (f32x4.convert_i32x4_s (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $bits) (local.get $words)))
            (v128.load offset=48 (local.get $other)))))
          (local.set $one (i32.add (local.get $one) (i32.const 16)))
          (local.set $rest (i32.add (local.get $rest) (i32.const 32)))
          (local.set $other (i32.add (local.get $other) (i32.const 64)))
          (br_if $next_values (i32.lt_u (local.get $one) (local.get $one_end))))
        (local.set $even (f32x4.add (local.get $even) (local.get $odd)))
        (f32.store (local.get $results) (f32.mul (f32.load offset=12 (local.get $properties)) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $even)) (f32x4.extract_lane 1 (local.get $even)))
          (f32.add (f32x4.extract_lane 2 (local.get $even)) (f32x4.extract_lane 3 (local.get $even))))))
        (local.set $properties (i32.add (local.get $properties) (i32.const 16)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next_vector))))
  ;; Writes upper bounds of the similarities of a query to the vectors from $vectors to $end at $results. With relaxed SIMD, the values of a
  ;; query are integers of 7 bits, to which $offset was added so that they have no sign; otherwise they have 16 bits, and $offset is 0.
  ;; At $properties are four floats of each vector: the unit of its first bytes, their sum, the length of what they leave over, and the unit of its
  ;; integers. At $query_properties are four times four floats, one of each query: its unit, 1 plus the length of what rounding has left over, that
  ;; length, and what is added to a dot product, because the first bytes are rounded down.
  (func (export "boundsOfOne")
    (param $query i32) (param $query_properties i32) (param $offset f32) (param $vectors i32) (param $end i32) (param $size i32) (param $properties i32)
    (param $results i32)
    (local $one i32) (local $other i32) (local $one_end i32) (local $even v128) (local $odd v128)
    (local.set $one (local.get $vectors))
    (block $done
      (loop $next_vector
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $other (local.get $query))
        (local.set $one_end (i32.add (local.get $one) (local.get $size)))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        (loop $next_values
          ;; relaxed
          (local.set $even (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load (local.get $one)) (v128.load (local.get $other)) (local.get $even)))
          (local.set $odd (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16 (local.get $one)) (v128.load offset=16 (local.get $other)) (local.get $odd)))
          (local.set $other (i32.add (local.get $other) (i32.const 32)))
          ;; plain
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $one)) (v128.load (local.get $other)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $one)) (v128.load offset=16 (local.get $other)))))
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=16 (local.get $one)) (v128.load offset=32 (local.get $other)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load8x8_s offset=24 (local.get $one)) (v128.load offset=48 (local.get $other)))))
          (local.set $other (i32.add (local.get $other) (i32.const 64)))
          ;; end
          (local.set $one (i32.add (local.get $one) (i32.const 32)))
          (br_if $next_values (i32.lt_u (local.get $one) (local.get $one_end))))
        (local.set $even (i32x4.add (local.get $even) (local.get $odd)))
        (f32.store (local.get $results) (f32.add
          (f32.mul
            (f32.mul (f32.load (local.get $properties)) (f32.load (local.get $query_properties)))
            (f32.add
              (f32.sub
                (f32.convert_i32_s (i32.add
                  (i32.add (i32x4.extract_lane 0 (local.get $even)) (i32x4.extract_lane 1 (local.get $even)))
                  (i32.add (i32x4.extract_lane 2 (local.get $even)) (i32x4.extract_lane 3 (local.get $even)))))
                (f32.mul (local.get $offset) (f32.load offset=4 (local.get $properties))))
              (f32.load offset=48 (local.get $query_properties))))
          (f32.add
            (f32.mul (f32.load offset=8 (local.get $properties)) (f32.load offset=16 (local.get $query_properties)))
            (f32.load offset=32 (local.get $query_properties)))))
        (local.set $properties (i32.add (local.get $properties) (i32.const 16)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next_vector))))
  ;; The same for four queries, for which each vector is loaded once. At $query are 16 bytes of each query by turns. The results of the first
  ;; are at $results, and those of each further one $stride bytes behind.
  (func (export "boundsOfFour")
    (param $query i32) (param $query_properties i32) (param $offset f32) (param $vectors i32) (param $end i32) (param $size i32) (param $properties i32)
    (param $results i32) (param $stride i32)
    (local $one i32) (local $other i32) (local $one_end i32) (local $to i32)
    (local $values v128) (local $sum_a v128) (local $sum_b v128) (local $sum_c v128) (local $sum_d v128)
    (local.set $one (local.get $vectors))
    (block $done
      (loop $next_vector
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $one_end (i32.add (local.get $one) (local.get $size)))
        (local.set $other (local.get $query))
        (local.set $sum_a (v128.const i32x4 0 0 0 0))
        (local.set $sum_b (v128.const i32x4 0 0 0 0))
        (local.set $sum_c (v128.const i32x4 0 0 0 0))
        (local.set $sum_d (v128.const i32x4 0 0 0 0))
        (loop $next_values
          ;; relaxed
          (local.set $values (v128.load (local.get $one)))
          (local.set $sum_a (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load (local.get $other)) (local.get $sum_a)))
          (local.set $sum_b (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=16 (local.get $other)) (local.get $sum_b)))
          (local.set $sum_c (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=32 (local.get $other)) (local.get $sum_c)))
          (local.set $sum_d (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=48 (local.get $other)) (local.get $sum_d)))
          (local.set $values (v128.load offset=16 (local.get $one)))
          (local.set $sum_a (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=64 (local.get $other)) (local.get $sum_a)))
          (local.set $sum_b (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=80 (local.get $other)) (local.get $sum_b)))
          (local.set $sum_c (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=96 (local.get $other)) (local.get $sum_c)))
          (local.set $sum_d (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $values) (v128.load offset=112 (local.get $other)) (local.get $sum_d)))
          (local.set $one (i32.add (local.get $one) (i32.const 32)))
          ;; plain
          ;; A longer turn takes a third more time with Node.js 20.
          (local.set $values (v128.load8x8_s (local.get $one)))
          (local.set $sum_a (i32x4.add (local.get $sum_a)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load (local.get $other)))))
          (local.set $sum_b (i32x4.add (local.get $sum_b)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=16 (local.get $other)))))
          (local.set $sum_c (i32x4.add (local.get $sum_c)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=32 (local.get $other)))))
          (local.set $sum_d (i32x4.add (local.get $sum_d)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=48 (local.get $other)))))
          (local.set $values (v128.load8x8_s offset=8 (local.get $one)))
          (local.set $sum_a (i32x4.add (local.get $sum_a)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=64 (local.get $other)))))
          (local.set $sum_b (i32x4.add (local.get $sum_b)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=80 (local.get $other)))))
          (local.set $sum_c (i32x4.add (local.get $sum_c)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=96 (local.get $other)))))
          (local.set $sum_d (i32x4.add (local.get $sum_d)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=112 (local.get $other)))))
          (local.set $one (i32.add (local.get $one) (i32.const 16)))
          ;; end
          (local.set $other (i32.add (local.get $other) (i32.const 128)))
          (br_if $next_values (i32.lt_u (local.get $one) (local.get $one_end))))
        (local.set $values (call $sums (local.get $sum_a) (local.get $sum_b) (local.get $sum_c) (local.get $sum_d)))
        (local.set $values (f32x4.add
          (f32x4.mul
            (f32x4.mul (v128.load32_splat (local.get $properties)) (v128.load (local.get $query_properties)))
            (f32x4.add
              (f32x4.sub
                (local.get $values)
                (f32x4.mul (f32x4.splat (local.get $offset)) (v128.load32_splat offset=4 (local.get $properties))))
              (v128.load offset=48 (local.get $query_properties))))
          (f32x4.add
            (f32x4.mul
              (v128.load32_splat offset=8 (local.get $properties))
              (v128.load offset=16 (local.get $query_properties)))
            (v128.load offset=32 (local.get $query_properties)))))
        (local.set $to (local.get $results))
        (v128.store32_lane 0 (local.get $to) (local.get $values))
        (local.set $to (i32.add (local.get $to) (local.get $stride)))
        (v128.store32_lane 1 (local.get $to) (local.get $values))
        (local.set $to (i32.add (local.get $to) (local.get $stride)))
        (v128.store32_lane 2 (local.get $to) (local.get $values))
        (local.set $to (i32.add (local.get $to) (local.get $stride)))
        (v128.store32_lane 3 (local.get $to) (local.get $values))
        (local.set $properties (i32.add (local.get $properties) (i32.const 16)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next_vector))))
  ;; Writes the indexes of the floats from $numbers to $end that are at least $least to $indexes, as 32-bit integers, and returns how many
  ;; they are. Most groups of four have none.
  (func (export "indexesAtLeast")
    (param $numbers i32) (param $end i32) (param $least f32) (param $indexes i32) (result i32)
    (local $one i32) (local $four_end i32) (local $to i32) (local $all v128)
    (local.set $all (f32x4.splat (local.get $least)))
    (local.set $one (local.get $numbers))
    (local.set $to (local.get $indexes))
    (block $done
      (loop $next_four
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $four_end (i32.add (local.get $one) (i32.const 16)))
        (if (v128.any_true (f32x4.ge (v128.load (local.get $one)) (local.get $all)))
          (then
            (loop $next
              (if (i32.and (f32.ge (f32.load (local.get $one)) (local.get $least)) (i32.lt_u (local.get $one) (local.get $end)))
                (then
                  (i32.store (local.get $to) (i32.shr_u (i32.sub (local.get $one) (local.get $numbers)) (i32.const 2)))
                  (local.set $to (i32.add (local.get $to) (i32.const 4)))))
              (local.set $one (i32.add (local.get $one) (i32.const 4)))
              (br_if $next (i32.lt_u (local.get $one) (local.get $four_end))))))
        (local.set $one (local.get $four_end))
        (br $next_four)))
    (i32.shr_u (i32.sub (local.get $to) (local.get $indexes)) (i32.const 2))))
