// The contract's values as lines: its schemas property by property, its words and its numbers. What only a person reads
// (labels, messages) is no part of them and may change at any time.
const WORDS = new Set(['title', 'labels', 'formatMessage', 'requiredMessage', 'emptyMessage', 'description']);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRecord = (value) => isObject(value) && value.type !== undefined && isObject(value.properties);
const isProperty = (value) =>
  isObject(value) &&
  ['type', 'enum', 'kind'].some((key) => typeof value[key] === 'string' || Array.isArray(value[key]));

/** Whether a value of a module is data, which is described here; a function is described by its declaration. */
export const isData = (value) =>
  typeof value !== 'function' &&
  typeof value !== 'symbol' &&
  value !== undefined &&
  (!isObject(value) || Object.values(value).every(isData));

/**
 * @param {string} name of the value
 * @param {Map<object, string>} known values with a name of their own, which are described there
 * @returns {string[]} such as `companyWrite.name = {"type":"string","maxLength":255}` and `companyWrite requires name`
 */
export function linesOf(name, value, known = new Map()) {
  const elsewhere = known.get(value);
  if (elsewhere && elsewhere !== name) return [`${name}: as ${elsewhere}`];
  if (Array.isArray(value))
    return value.flatMap((one) =>
      isObject(one) ? linesOf(`${name}[]`, one, known) : `${name} has ${JSON.stringify(one)}`,
    );
  if (isRecord(value)) {
    const { properties, required = [], type: _, ...rest } = value;
    return [
      `${name}: record ${JSON.stringify(withoutWords(rest))}`,
      ...required.map((one) => `${name} requires ${one}`),
      ...Object.entries(properties).flatMap(([key, property]) => linesOf(`${name}.${key}`, property, known)),
    ];
  }
  if (isProperty(value)) {
    const { items, ...rest } = value;
    return [`${name} = ${JSON.stringify(withoutWords(rest))}`, ...(items ? linesOf(`${name}[]`, items, known) : [])];
  }
  if (isObject(value)) return Object.entries(value).flatMap(([key, one]) => linesOf(`${name}.${key}`, one, known));
  // A sentence is read by people.
  return [typeof value === 'string' && / /.test(value) ? `${name}: a text` : `${name} = ${JSON.stringify(value)}`];
}

const withoutWords = (schema) => Object.fromEntries(Object.entries(schema).filter(([key]) => !WORDS.has(key)));
