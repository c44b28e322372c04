/** The body of an error outside GraphQL, in the shape of GraphQL. */
export function errorBody(code: string, message: string) {
  return { errors: [{ message, extensions: { code } }] };
}
