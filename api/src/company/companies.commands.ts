/** `company …`: what the operator sees of companies, and how a deleted one comes back (DECISIONS §4). */
import { operatorCommand } from '../start/operator-command';
import { CommandError, readArguments, type Command } from '../commands';
import { listAllCompanies, restoreCompany } from './deleted-companies.queries';

const list: Command = {
  name: 'company list',
  usage: 'company list [--deleted]',
  summary: 'Every company, or those that were deleted and can be restored',
  prepare(args) {
    const { flags } = readArguments(args, { words: [], flags: { deleted: 'boolean' } as const });
    return async ({ database, print }) => {
      const all = await listAllCompanies(database.db);
      const shown = flags.deleted ? all.filter(({ deleted_at }) => deleted_at !== null) : all;
      for (const { id, name, slug, deleted_at } of shown)
        print([id, slug, name, ...(deleted_at === null ? [] : [`deleted ${deleted_at}`])].join('  '));
      if (!shown.length) print(flags.deleted ? 'No company is deleted.' : 'There is no company yet.');
    };
  },
};

const restore: Command = {
  name: 'company restore',
  usage: 'company restore <id or slug>',
  summary: 'Bring a company back that was deleted less than 30 days ago',
  prepare(args) {
    const { words } = readArguments(args, { words: ['id or slug'], flags: {} });
    const [company = ''] = words;
    return async ({ database, print }) => {
      const restored = await restoreCompany(database.db, company);
      if (!restored)
        throw new CommandError(
          `There is no deleted company with the id or slug '${company}': see ${operatorCommand()} company list --deleted.`,
        );
      print(`Restored company ${restored.id} '${restored.name}' (${restored.slug}).`);
    };
  },
};

/** The commands of the noun `company`. */
export const companyCommands: Command[] = [list, restore];
