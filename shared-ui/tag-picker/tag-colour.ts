/** Tag colours (specification 1 §3, §9; DECISIONS §6): a pure function of the name over 15 colours. */
import { tagKey } from 'contract/tags';

/** One colour of the palette: what is behind the text and the text itself, in both themes, as #rrggbb. */
export interface TagColour {
  readonly light: { readonly background: string; readonly text: string };
  readonly dark: { readonly background: string; readonly text: string };
}

const colour = (lightBackground: string, lightText: string, darkBackground: string, darkText: string): TagColour => ({
  light: { background: lightBackground, text: lightText },
  dark: { background: darkBackground, text: darkText },
});

/** The palette. In both themes each text stands off its background by a contrast of at least 4.5:1. */
export const TAG_COLOURS: readonly TagColour[] = [
  colour('#fde2e1', '#8f1d18', '#4d1c1a', '#ffb9b4'),
  colour('#fde6d3', '#83400c', '#4a2a10', '#ffc394'),
  colour('#fbeccb', '#6d4a05', '#41310b', '#f3cf83'),
  colour('#f3f1c4', '#5a5308', '#38350c', '#e2db82'),
  colour('#e4f3cc', '#40590d', '#2b3a0f', '#c3e088'),
  colour('#d5f2d9', '#1c5e2a', '#16401f', '#9de0a9'),
  colour('#cff2e6', '#0d5c47', '#0e3f32', '#8adfc5'),
  colour('#cdf0f3', '#0d5862', '#0e3c43', '#88d9e4'),
  colour('#d3eafb', '#134f7d', '#123752', '#98cff6'),
  colour('#dce4fd', '#253f9b', '#1f2c5e', '#b3c4ff'),
  colour('#e6e0fd', '#4a2f9e', '#322560', '#cbbcff'),
  colour('#f1defb', '#6a2490', '#452057', '#e2b4f8'),
  colour('#fbdcf2', '#85206b', '#4f1b42', '#fab1e2'),
  colour('#fddfe8', '#8d1c48', '#521a31', '#ffb4cd'),
  colour('#e6e9ee', '#414b5a', '#333a45', '#c8d0db'),
];

/** FNV-1a over code points: spreads short names evenly and is the same in every browser. */
const hashOf = (name: string): number => {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  // The low bits of FNV-1a follow the last character too closely for a small modulus.
  return (hash ^ (hash >>> 15)) >>> 0;
};

/**
 * The colour of a tag, the same for every spelling that the service takes for the same tag.
 *
 * @param name the tag's name as it is stored or typed
 */
export const tagColour = (name: string): TagColour =>
  TAG_COLOURS[hashOf(tagKey(name)) % TAG_COLOURS.length] as TagColour;
