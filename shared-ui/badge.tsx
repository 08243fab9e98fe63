import type { ReactNode } from 'react';
import './badge.css';

/** The tones that the specification names for badges (specification 2 §4.3). */
export type BadgeTone = 'primary' | 'info' | 'dark' | 'danger' | 'success' | 'warning' | 'secondary';

/** A short word on a tinted ground; the tone never says more than the word does. */
export const Badge = ({ tone, children }: { tone: BadgeTone; children: ReactNode }) => (
  <span className={`c-badge c-tone--${tone}`}>{children}</span>
);
