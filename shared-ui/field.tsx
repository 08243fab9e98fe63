/** The parts of a field, for what is no `RecordFormModal`: a label, the browser's own controls in the console's look, what is wrong and what helps. */
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';

const withClass = (own: string, added: string | undefined) => (added ? `${own} ${added}` : own);

interface LabelProps extends ComponentProps<'label'> {
  /** Marks it with an asterisk; the control says so itself by `aria-required`. */
  required?: boolean;
}

/** The words above a control, tied to it by `htmlFor`. */
export const Label = ({ required = false, className, children, ...rest }: LabelProps) => (
  <label className={withClass('c-label', className)} {...rest}>
    {children}
    {required && (
      <span className="c-required" aria-hidden="true">
        {' *'}
      </span>
    )}
  </label>
);

/** One line of text, or another of the browser's inputs by its `type`. */
export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input className={withClass('c-input', className)} {...rest} />
);

/** Several lines of text. */
export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={withClass('c-input', className)} {...rest} />
);

/** One of a few; its options are its children. */
export const Select = ({ className, ...rest }: ComponentProps<'select'>) => (
  <select className={withClass('c-input', className)} {...rest} />
);

/** Error of a field, below its control, which names it by `aria-describedby`. */
export const FieldError = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} className="c-field-error">
    {children}
  </p>
);

/** Help for filling a field. */
export const FieldHelp = ({ className, ...rest }: ComponentProps<'p'>) => (
  <p className={withClass('c-field-help', className)} {...rest} />
);

/** Read out and not seen; a `div` where it holds more than words. */
export const VisuallyHidden = ({
  as: Element = 'span',
  ...rest
}: HTMLAttributes<HTMLElement> & { as?: 'span' | 'div' }) => <Element className="c-visually-hidden" {...rest} />;
