/** The fields of a form or of details: a list, or lists by the headings under which they stand. */
export type InSections<Field> = readonly Field[] | Readonly<Record<string, readonly Field[]>>;

/** The fields by the heading of their section, '' for those without one; a key alone becomes a field that says no more. */
export function bySection<Field extends { key: string }>(
  fields: InSections<string | Field>,
): [section: string, fields: Field[]][] {
  const sections = Array.isArray(fields) ? { '': fields } : fields;
  return Object.entries(sections).map(([section, own]: [string, readonly (string | Field)[]]) => [
    section,
    own.map((field) => (typeof field === 'string' ? ({ key: field } as Field) : field)),
  ]);
}
