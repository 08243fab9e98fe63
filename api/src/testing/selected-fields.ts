/** Fields that a request selects, held against the types that the source publishes. */

/** The types of a published specification: of each field its type, a list's that of its items. */
export type PublishedTypes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The fields of a selection that the published types do not have, by their paths: `id,creative{title}` and
 * `items(id,snippet(title))` alike.
 */
export function unpublished(types: PublishedTypes, type: string, selection: string): string[] {
  const missing: string[] = [];
  const open = [{ type, path: '' }];
  let last = open[0]!;
  for (const [part] of selection.matchAll(/[{(})]|[^,{(})]+/g)) {
    if (part === '{' || part === '(') open.push(last);
    else if (part === '}' || part === ')') open.pop();
    else {
      const within = open.at(-1)!;
      const found = types[within.type]?.[part];
      last = { type: found ?? '', path: `${within.path}${part}.` };
      if (found === undefined) missing.push(`${within.path}${part}`);
    }
  }
  return missing;
}
