import { Input, Label } from 'shared-ui';

interface PasswordFieldProps {
  label: string;
  autoComplete: string;
  value: string;
  onChange(value: string): void;
}

/** A field for a password, by its label. */
export function PasswordField({ label, autoComplete, value, onChange }: PasswordFieldProps) {
  const id = `account-${label.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <>
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        autoComplete={autoComplete}
        value={value}
        type="password"
        maxLength={1024}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
