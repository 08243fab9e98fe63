/** Fields by the heading of their section, sections in the order of their first fields; '' holds those without a heading. */
export function inSections<Field extends { section?: string }>(fields: readonly Field[]): Map<string, Field[]> {
  const sections = new Map<string, Field[]>();
  for (const field of fields) {
    const section = field.section ?? '';
    sections.set(section, [...(sections.get(section) ?? []), field]);
  }
  return sections;
}
