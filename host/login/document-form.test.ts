import { readFileSync } from 'node:fs';
import path from 'node:path';
import { driveLogin, type LoginBy } from './document-form';

test('a passkey that is asked for before the console’s code listens is handed over once, when it does', () => {
  document.body.innerHTML = readFileSync(path.join(__dirname, '../index.html'), 'utf8');
  const form = driveLogin();
  const press = () => document.querySelector<HTMLButtonElement>('#login [name=passkey]')?.click();
  press();
  expect(document.querySelector('#login fieldset')).toBeDisabled();
  const heard: LoginBy[] = [];
  form.hear((by) => heard.push(by));
  form.setBusy(false);
  expect(heard).toEqual(['passkey']);
  form.hear(null);
  form.hear((by) => heard.push(by));
  expect(heard).toEqual(['passkey']);
  press();
  expect(heard).toEqual(['passkey', 'passkey']);
});
