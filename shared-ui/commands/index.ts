/** What the command palette draws with; loaded with it. What screens register stands in the core. */
export { optionId, useOptionList } from '../option-list/use-option-list';
