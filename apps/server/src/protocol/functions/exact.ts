/**
 * `Given` with every field that `Allowed` does not have turned into `never`, at any depth. Assigning a value of the type
 * `Given` to it fails when the value has a field too many, which TypeScript alone accepts from a function's result.
 */
export type Exact<Allowed, Given> = Given extends readonly (infer Item)[]
  ? readonly Exact<ItemOf<Allowed>, Item>[]
  : Given extends object
    ? { [Key in keyof Given]: Key extends KeyOf<Allowed> ? Exact<FieldOf<Allowed, Key>, Given[Key]> : never }
    : Given

// Conditional types, so that each member of a union is compared separately.
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never
type KeyOf<T> = T extends object ? keyof T : never
type FieldOf<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never

/** The compiler infers the literals of a function's result as read-only values. */
export type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T
