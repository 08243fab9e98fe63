/** `tags …`: what is too much for a person's call (DECISIONS §6). */
import { brokenRule } from 'contract/rules';
import { RESOURCE_TYPES, tagName, type ResourceType } from 'contract/tags';
import { CommandError, readArguments, UsageError, type Command } from '../commands';
import { RequestError } from '../http/errors';
import { mergeTagsAsOperator } from './merge-tags.queries';

const typeNamed = (name: string): ResourceType => {
  const type = RESOURCE_TYPES.find((one) => one === name);
  if (!type) throw new UsageError(`There is no resource type '${name}'. They are ${RESOURCE_TYPES.join(', ')}.`);
  return type;
};

const merge: Command = {
  name: 'tags merge',
  usage: 'tags merge <company id or slug> [<resource type>] <from> <to>',
  summary: `Turn every use of one tag into one of another, for one of ${RESOURCE_TYPES.join(', ')} or for all of them`,
  prepare(args) {
    const isOfOneType = args.length > 3;
    const { words } = readArguments(args, {
      words: ['company', ...(isOfOneType ? ['resource type'] : []), 'from', 'to'],
      flags: {},
    });
    const [company = '', ...rest] = words;
    const type = isOfOneType ? typeNamed(rest[0] ?? '') : undefined;
    const [from_tag = '', to_tag = ''] = rest.slice(-2);
    const broken = brokenRule(tagName, true, from_tag) ?? brokenRule(tagName, true, to_tag);
    if (broken) throw new UsageError(`${broken}.`);
    return async ({ database, print }) => {
      const merged = await mergeTagsAsOperator(database.db, { company, type, from_tag, to_tag }).catch(
        (error: unknown) => {
          throw error instanceof RequestError ? new CommandError(`${error.message}.`) : error;
        },
      );
      for (const { name, resource_type, usage_count } of merged)
        print(
          `'${from_tag.trim()}' is '${name}' now: ${resource_type}, ${usage_count} ${usage_count === 1 ? 'use' : 'uses'}.`,
        );
    };
  },
};

/** The commands of the noun `tags`. */
export const tagCommands: Command[] = [merge];
