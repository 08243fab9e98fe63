/** Reading answers that may hold anything, without a cast: a value that is missing, or of another type, reads as null or empty. */

/** The value at a path, or undefined. */
export const valueAt = (json: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, key)
        ? (value as Readonly<Record<string | number, unknown>>)[key]
        : undefined,
    json,
  );

/** The text at a path; null for anything else, a number included: an id of 17 digits would have been rounded. */
export const textAt = (json: unknown, ...path: readonly (string | number)[]): string | null => {
  const value = valueAt(json, ...path);
  return typeof value === 'string' ? value : null;
};

/** The finite number at a path. */
export const numberAt = (json: unknown, ...path: readonly (string | number)[]): number | null => {
  const value = valueAt(json, ...path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** The list at a path; empty for anything else. */
export const listAt = (json: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const value = valueAt(json, ...path);
  return Array.isArray(value) ? value : [];
};
