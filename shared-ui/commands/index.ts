/** Commands of the present screen, by key and in the command palette, and what a palette renders its options with. */
export { optionId, useOptionList } from '../option-list/use-option-list';
export { commandsAt } from './commands-at';
export type { Command } from './command';
export { useCommands, type CommandSource, type Registered } from './registry';
export type { ListFacts } from '../list-screen/list-commands';
