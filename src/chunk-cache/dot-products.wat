;; The dot products of a vector with many others, in WebAssembly with 128-bit SIMD instructions: about ten times as fast as
;; the same loop in JavaScript. `npm run generate` compiles this file to dot-products.generated.ts.
;;
;; Vectors have the same number of values, which is a multiple of 16. A shorter vector that is compared with the others ends with zeros, so
;; what follows a shorter one in the table does not matter.
(module
  (import "table" "memory" (memory 1))
  (func $scaled_sum (param $four v128) (param $scale f32) (result f32)
    (f32.mul
      (local.get $scale)
      (f32.convert_i32_s
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $four)) (i32x4.extract_lane 1 (local.get $four)))
          (i32.add (i32x4.extract_lane 2 (local.get $four)) (i32x4.extract_lane 3 (local.get $four)))))))
  ;; The sums of four vectors of four integers each, as floats, multiplied by $scale.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (param $scale f32) (result v128)
    ;; The sums of two halves of $a and of $b, by turns; then those of $c and $d.
    (local.set $a (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $c (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.mul
      (f32x4.splat (local.get $scale))
      (f32x4.convert_i32x4_s (i32x4.add
        (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $a) (local.get $c))
        (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $a) (local.get $c))))))
  ;; Compares the vector of 32-bit floats at $query with those from $vectors to $end, whose values are 254 times a 16-bit integer plus an
  ;; 8-bit integer; the latter begin at $residuals. These values are below 2 ** 23, so floats hold them exactly. Writes a float for each vector
  ;; at $results, multiplied by $scale.
  (func (export "dotProducts")
    (param $query i32) (param $vectors i32) (param $end i32) (param $size i32) (param $residuals i32) (param $results i32) (param $scale f32)
    (local $one i32) (local $other i32) (local $one_end i32) (local $whole v128) (local $residual v128) (local $part v128) (local $factor v128)
    (local $even v128) (local $odd v128)
    (local.set $factor (v128.const i16x8 254 254 254 254 254 254 254 254))
    (local.set $one (local.get $vectors))
    (block $done
      (loop $next_vector
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $other (local.get $query))
        (local.set $one_end (i32.add (local.get $one) (local.get $size)))
        (local.set $even (v128.const i32x4 0 0 0 0))
        (local.set $odd (v128.const i32x4 0 0 0 0))
        ;; Sixteen values a turn, in two sums that do not wait for each other.
        (loop $next_values
          (local.set $residual (v128.load (local.get $residuals)))
          (local.set $whole (v128.load (local.get $one)))
          (local.set $part (i16x8.extend_low_i8x16_s (local.get $residual)))
          (local.set $even (f32x4.add (local.get $even)
            (f32x4.mul (f32x4.convert_i32x4_s (i32x4.add (i32x4.extmul_low_i16x8_s (local.get $whole) (local.get $factor)) (i32x4.extend_low_i16x8_s (local.get $part)))) (v128.load (local.get $other)))))
          (local.set $odd (f32x4.add (local.get $odd)
            (f32x4.mul (f32x4.convert_i32x4_s (i32x4.add (i32x4.extmul_high_i16x8_s (local.get $whole) (local.get $factor)) (i32x4.extend_high_i16x8_s (local.get $part)))) (v128.load offset=16 (local.get $other)))))
          (local.set $whole (v128.load offset=16 (local.get $one)))
          (local.set $part (i16x8.extend_high_i8x16_s (local.get $residual)))
          (local.set $even (f32x4.add (local.get $even)
            (f32x4.mul (f32x4.convert_i32x4_s (i32x4.add (i32x4.extmul_low_i16x8_s (local.get $whole) (local.get $factor)) (i32x4.extend_low_i16x8_s (local.get $part)))) (v128.load offset=32 (local.get $other)))))
          (local.set $odd (f32x4.add (local.get $odd)
            (f32x4.mul (f32x4.convert_i32x4_s (i32x4.add (i32x4.extmul_high_i16x8_s (local.get $whole) (local.get $factor)) (i32x4.extend_high_i16x8_s (local.get $part)))) (v128.load offset=48 (local.get $other)))))
          (local.set $one (i32.add (local.get $one) (i32.const 32)))
          (local.set $residuals (i32.add (local.get $residuals) (i32.const 16)))
          (local.set $other (i32.add (local.get $other) (i32.const 64)))
          (br_if $next_values (i32.lt_u (local.get $one) (local.get $one_end))))
        (local.set $even (f32x4.add (local.get $even) (local.get $odd)))
        (f32.store (local.get $results) (f32.mul (local.get $scale) (f32.add
          (f32.add (f32x4.extract_lane 0 (local.get $even)) (f32x4.extract_lane 1 (local.get $even)))
          (f32.add (f32x4.extract_lane 2 (local.get $even)) (f32x4.extract_lane 3 (local.get $even))))))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next_vector))))
  ;; Compares the vector of 16-bit integers at $query with others of 16-bit integers alone. Each dot product must be below 2 ** 31.
  (func (export "dotProductsOfIntegers")
    (param $query i32) (param $vectors i32) (param $end i32) (param $size i32) (param $results i32) (param $scale f32)
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
          (local.set $even (i32x4.add (local.get $even)
            (i32x4.dot_i16x8_s (v128.load (local.get $one)) (v128.load (local.get $other)))))
          (local.set $odd (i32x4.add (local.get $odd)
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $one)) (v128.load offset=16 (local.get $other)))))
          (local.set $one (i32.add (local.get $one) (i32.const 32)))
          (local.set $other (i32.add (local.get $other) (i32.const 32)))
          (br_if $next_values (i32.lt_u (local.get $one) (local.get $one_end))))
        (f32.store (local.get $results)
          (call $scaled_sum (i32x4.add (local.get $even) (local.get $odd)) (local.get $scale)))
        (local.set $results (i32.add (local.get $results) (i32.const 4)))
        (br $next_vector))))
  ;; Compares the four consecutive vectors of 16-bit integers at $query with those from $vectors to $end, each of which is loaded once
  ;; for all four. The results of the first are at $results, and those of each further one $stride bytes behind.
  (func (export "dotProductsOfFour")
    (param $query i32) (param $vectors i32) (param $end i32) (param $size i32) (param $results i32) (param $scale f32) (param $stride i32)
    (local $one i32) (local $one_end i32) (local $a i32) (local $b i32) (local $c i32) (local $d i32)
    (local $values v128) (local $sum_a v128) (local $sum_b v128) (local $sum_c v128) (local $sum_d v128)
    (local.set $one (local.get $vectors))
    (block $done
      (loop $next_vector
        (br_if $done (i32.ge_u (local.get $one) (local.get $end)))
        (local.set $one_end (i32.add (local.get $one) (local.get $size)))
        (local.set $a (local.get $query))
        (local.set $b (i32.add (local.get $a) (local.get $size)))
        (local.set $c (i32.add (local.get $b) (local.get $size)))
        (local.set $d (i32.add (local.get $c) (local.get $size)))
        (local.set $sum_a (v128.const i32x4 0 0 0 0))
        (local.set $sum_b (v128.const i32x4 0 0 0 0))
        (local.set $sum_c (v128.const i32x4 0 0 0 0))
        (local.set $sum_d (v128.const i32x4 0 0 0 0))
        (loop $next_values
          (local.set $values (v128.load (local.get $one)))
          (local.set $sum_a (i32x4.add (local.get $sum_a)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load (local.get $a)))))
          (local.set $sum_b (i32x4.add (local.get $sum_b)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load (local.get $b)))))
          (local.set $sum_c (i32x4.add (local.get $sum_c)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load (local.get $c)))))
          (local.set $sum_d (i32x4.add (local.get $sum_d)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load (local.get $d)))))
          (local.set $values (v128.load offset=16 (local.get $one)))
          (local.set $sum_a (i32x4.add (local.get $sum_a)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=16 (local.get $a)))))
          (local.set $sum_b (i32x4.add (local.get $sum_b)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=16 (local.get $b)))))
          (local.set $sum_c (i32x4.add (local.get $sum_c)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=16 (local.get $c)))))
          (local.set $sum_d (i32x4.add (local.get $sum_d)
            (i32x4.dot_i16x8_s (local.get $values) (v128.load offset=16 (local.get $d)))))
          (local.set $a (i32.add (local.get $a) (i32.const 32)))
          (local.set $b (i32.add (local.get $b) (i32.const 32)))
          (local.set $c (i32.add (local.get $c) (i32.const 32)))
          (local.set $d (i32.add (local.get $d) (i32.const 32)))
          (local.set $one (i32.add (local.get $one) (i32.const 32)))
          (br_if $next_values (i32.lt_u (local.get $one) (local.get $one_end))))
        (local.set $a (local.get $results))
        (local.set $b (i32.add (local.get $a) (local.get $stride)))
        (local.set $c (i32.add (local.get $b) (local.get $stride)))
        (local.set $d (i32.add (local.get $c) (local.get $stride)))
        (local.set $values
          (call $sums (local.get $sum_a) (local.get $sum_b) (local.get $sum_c) (local.get $sum_d) (local.get $scale)))
        (v128.store32_lane 0 (local.get $a) (local.get $values))
        (v128.store32_lane 1 (local.get $b) (local.get $values))
        (v128.store32_lane 2 (local.get $c) (local.get $values))
        (v128.store32_lane 3 (local.get $d) (local.get $values))
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
