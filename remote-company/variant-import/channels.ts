/** Sales channels as files name them; pure. */
import { SALES_CHANNELS, variantNoun } from 'contract/company/product-variants';

const { labels } = variantNoun.properties.sales_channel;

type Channel = (typeof SALES_CHANNELS)[number];

/** The channel with this name or label, in any case; null for none. */
export const channelNamed = (text: string): Channel | null =>
  SALES_CHANNELS.find((name) => [name, labels[name]].some((one) => one.toLowerCase() === text.toLowerCase())) ?? null;

/** The choice of a channel for lines that name none. */
export const LINES_WITHOUT_CHANNEL = { label: 'Lines without a channel', options: labels };

/** The channel of a line, or why it has none. */
export function channelOfLine(text: string, choice: string | null): { value: Channel | null; msg: string | null } {
  const value = channelNamed(text === '' ? (choice ?? '') : text);
  const msg = value !== null ? null : text === '' ? 'Choose the sales channel' : `“${text}” is no sales channel`;
  return { value, msg };
}
