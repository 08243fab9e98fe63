import type { ComponentProps, ReactNode } from 'react';
import './button.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary` for the one main action of a place, `danger` for what destroys, `quiet` inside bars; absent: outlined. */
  tone?: 'primary' | 'danger' | 'quiet';
  icon?: ReactNode;
}

/** A plain button in the console's look. It submits a form only when `type="submit"` says so. */
export function Button({ tone, icon, className, children, type = 'button', ...rest }: ButtonProps) {
  const classes = ['c-button', tone && `c-button--${tone}`, className].filter(Boolean).join(' ');
  return (
    <button type={type} className={classes} {...rest}>
      {icon}
      {children}
    </button>
  );
}
