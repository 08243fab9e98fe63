import type { CSSProperties } from 'react';
import './tag-chip.css';
import { tagColour } from './tag-colour';

interface TagChipProps {
  name: string;
  /** Takes it away; absent: it stays. */
  onRemove?: (() => void) | undefined;
  /** It may not be taken away now. */
  disabled?: boolean | undefined;
}

/** One tag in its colour (specification 1 §3). The name is text, whatever is in it; a long one is cut by the chip's width and whole in its title. */
export function TagChip({ name, onRemove, disabled }: TagChipProps) {
  const { light, dark } = tagColour(name);
  const colours = {
    '--tag-light': light.background,
    '--tag-light-text': light.text,
    '--tag-dark': dark.background,
    '--tag-dark-text': dark.text,
  } as CSSProperties;
  const chip = (
    <span className="tag-chip" style={colours} title={name} dir="auto">
      {name}
    </span>
  );
  if (!onRemove) return chip;
  return (
    <span className="tag-removable" style={colours}>
      {chip}
      <button
        type="button"
        className="c-frame tag-remove"
        aria-label={`Remove tag ${name}`}
        disabled={disabled}
        onClick={onRemove}
      >
        ×
      </button>
    </span>
  );
}
