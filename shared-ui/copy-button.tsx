import { useState } from 'react';
import { Button } from './button';
import './copy-button.css';
import { CheckIcon, CopyIcon } from './icons';
import { useToast } from './toast/toasts';

interface CopyButtonProps {
  label: string;
  text: string;
  className?: string;
  /** Whether the label is to be read beside the icon. */
  hasWords?: boolean;
  /** -1 where it is one of many that are reached in another way. */
  tabIndex?: number;
}

/** Copies a text; says for two seconds that it has. */
export function CopyButton({ label, text, className = '', hasWords = false, tabIndex }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  const copy = async () => {
    if (!(await wasCopied(text))) return void toast.show({ type: 'error', message: 'This could not be copied' });
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button
      {...(!hasWords && { tone: 'quiet' as const })}
      className={hasWords ? className : `c-copy ${className}`}
      icon={copied ? <CheckIcon /> : <CopyIcon />}
      aria-label={copied ? 'Copied' : label}
      title={label}
      tabIndex={tabIndex}
      onClick={() => void copy()}
    >
      {hasWords && (copied ? 'Copied' : label)}
    </Button>
  );
}

async function wasCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedBySelection(text);
  }
}

/** Where the page is no secure context (plain http on a LAN) there is no clipboard to write to. */
function copiedBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'c-visually-hidden';
  document.body.append(area);
  area.select();
  const copied = document.execCommand?.('copy') ?? false;
  area.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
