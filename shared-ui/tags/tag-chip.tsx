import type { CSSProperties } from 'react';
import './tags.css';
import { tagColour } from './tag-colour';

export interface TagChipProps {
  name: string;
}

/** One tag in its colour (specification 1 §3). The name is text, whatever is in it; a long one is cut by the chip's width and whole in its title. */
export function TagChip({ name }: TagChipProps) {
  const { light, dark } = tagColour(name);
  const colours = {
    '--tag-light': light.background,
    '--tag-light-text': light.text,
    '--tag-dark': dark.background,
    '--tag-dark-text': dark.text,
  } as CSSProperties;
  return (
    <span className="tag-chip" style={colours} title={name} dir="auto">
      {name}
    </span>
  );
}
