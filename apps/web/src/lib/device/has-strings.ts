/**
 * Whether a value of unknown origin is an object with text in these fields. The first screens use this instead of zod,
 * which they would load for nothing else (docs/decisions/web-loading.md).
 */
export function hasStrings<K extends string>(value: unknown, ...names: K[]): value is Record<K, string> {
  if (typeof value !== 'object' || value === null) return false
  return names.every((name) => typeof Reflect.get(value, name) === 'string')
}
