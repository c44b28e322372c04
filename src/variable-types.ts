import { z } from 'zod';

// The kinds of values of environment variables. Each message names the variable, the expected value and an example.

/** A number from 0 to 1. */
export const unit = (name: string, example: number) =>
  z.coerce
    .number(`${name} must be a number from 0 to 1, such as ${example}`)
    .min(0, `${name} must be at least 0, such as ${example}`)
    .max(1, `${name} must be at most 1, such as ${example}`);

/** A whole number within a range. `fallback` is the value if the variable is not set, and the example in messages. */
export const whole = (name: string, fallback: number, range: { min: number; max: number }) => {
  const message = `${name} must be a whole number from ${range.min} to ${range.max}, such as ${fallback}`;
  return z.coerce
    .number(message)
    .int(message)
    .min(range.min, message)
    .max(range.max, message)
    .default(fallback);
};

/** The URL of an HTTP server; undefined if the variable is not set. */
export const url = (name: string, example: string) =>
  z.url({ protocol: /^https?$/, error: `${name} must be a URL, such as ${example}` }).optional();

/** The URL of a PostgreSQL database; undefined if the variable is not set. */
export const databaseUrl = (name: string) =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, {
      abort: true,
      error: `${name} must be a PostgreSQL URL, such as postgres://user:password@127.0.0.1:5432/lorebase`,
    })
    // The host may be a parameter instead, as in postgres://user@/lorebase?host=/run/postgresql.
    .refine((text) => URL.canParse(text.replace('@/', '@host/')), {
      error: `${name} is not a valid URL. In its user and password, write # as %23, / as %2F and ? as %3F`,
    })
    .optional();

/** A secret key of at least 24 characters; undefined if the variable is not set. */
export const secret = (name: string) =>
  z
    .string()
    .min(24, `${name} must have at least 24 characters, such as one made by: openssl rand -hex 32`)
    // The header `Authorization: Bearer` can only contain such keys.
    .regex(
      /^[\x21-\x7e]*$/,
      `${name} must have only printable ASCII characters and no blanks, such as one made by: openssl rand -hex 32`,
    )
    .optional();

/** The API key of a model's endpoint, which is sent in a header; undefined if the variable is not set. */
export const endpointKey = (name: string) =>
  z
    .string()
    .trim()
    .regex(
      /^[\x20-\x7e]*$/,
      `${name} must have only printable ASCII characters; copy the key again`,
    )
    .optional();

const isOrigin = (text: string) => {
  const { protocol, origin } = URL.canParse(text) ? new URL(text) : { protocol: '', origin: null };
  return /^https?:$/.test(protocol) && origin === text;
};

/** A list of origins, separated by commas, or *. */
export const origins = (name: string) =>
  z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((text) => text.trim() || []))
    .refine((list) => list.every((text) => text === '*' || isOrigin(text)), {
      error: `${name} must be * or a list of origins, such as https://app.example.com,http://localhost:3000`,
    });
