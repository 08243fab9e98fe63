import { useEffect, useEffectEvent } from 'react';
import { Button } from '../button';
import { VisuallyHidden } from '../field';
import { formatNumber } from '../format';
import { NextIcon, PreviousIcon } from '../icons';

/** The way from one record to its neighbours. */
export interface Steps {
  /** Its place among them, from 1; undefined: it is no longer one of them. */
  readonly at: number | undefined;
  readonly of: number;
  /** Absent for the first one. */
  readonly onPrevious: (() => void) | undefined;
  /** Absent for the last one. */
  readonly onNext: (() => void) | undefined;
}

interface DetailStepsProps {
  steps: Steps;
  /** The record that is shown, for those who hear it. */
  name: string;
  /** The keys are not meant for it. */
  idle: boolean;
}

/** Whoever types, or chooses in a list or menu, needs the arrows themselves. */
const OWN_ARROWS = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"], iframe';

/** 'Previous', '3 of 25' and 'Next'; the arrow keys do the same while the focus is in the dialog and in no field. */
export function DetailSteps({ steps: { at, of, onPrevious, onNext }, name, idle }: DetailStepsProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, shiftKey, altKey } = event;
    const isElsewhere = !(target instanceof Element) || !target.closest('.dialog') || target.closest(OWN_ARROWS);
    if (idle || isElsewhere || defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return;
    const step = { ArrowLeft: onPrevious, ArrowRight: onNext }[key];
    if (!step) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const button = (label: string, Icon: typeof NextIcon, step: (() => void) | undefined) => (
    // Not disabled, which would take the focus away at the last one.
    <Button
      className="detail-step"
      aria-label={label}
      title={label}
      aria-disabled={step === undefined}
      onClick={step}
      icon={<Icon />}
    />
  );
  return (
    <div className="detail-steps">
      {button('Previous', PreviousIcon, onPrevious)}
      <span role="status">
        <VisuallyHidden>{name}, </VisuallyHidden>
        {at === undefined ? `${formatNumber(of)} on this page` : `${formatNumber(at)} of ${formatNumber(of)}`}
      </span>
      {button('Next', NextIcon, onNext)}
    </div>
  );
}
