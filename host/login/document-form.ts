/**
 * The form of the login (specification 1 §2), which lies in the document itself (index.html): it can be filled in and sent
 * before any script file has come. Its only driver is `driveLogin`, a part of the document's one inline script
 * (build/head.mjs); the login screen takes over from it what was sent, and says what became of it.
 *
 * The build takes the text of that one function: it imports types only and uses nothing outside itself.
 */
import type { ConsoleConfig } from 'contract/console-config';
import type { Credentials } from 'contract/session';
import type { HeadOfLogin } from 'shared-auth/host';

/** How somebody wants to sign in. */
export type LoginBy = Credentials | 'passkey';

/** Facts of the configuration that the form shows. */
type LoginFacts = Pick<ConsoleConfig, 'brand' | 'providers' | 'demonstration'>;

export interface DocumentForm {
  /** The whole page of the login. */
  page(): HTMLElement;
  show(isShown: boolean): void;
  /** Shows title, providers and demonstration users; `from` is where a provider leads back to. */
  fill(facts: LoginFacts, from: string): void;
  /** Whether it can be used. `isSending`: it says so, which is not said while something else is waited for. */
  setBusy(isBusy: boolean, isSending?: boolean): void;
  /** Ends when the form was painted before any script had come; absent where it was not needed. */
  readonly painted?: Promise<unknown>;
  /** Puts the cursor into the first field. */
  focus(): void;
  /** Forgets what was typed. */
  reset(): void;
  /** Hands over what is sent from now on, and what was sent while there was no listener. Null: no longer. */
  hear(listener: ((by: LoginBy) => void) | null): void;
}

/** Drives the document's form, and puts it as `loginForm` on the window; without a `head` it is not sent before it is heard. */
export function driveLogin(head?: HeadOfLogin): DocumentForm {
  /** How long the form waits for its title, in ms: one paint instead of two. */
  const FIRST_PAINT = 300;
  const page = () => document.getElementById('login')!;
  const find = <Found extends HTMLElement>(selector: string) => page().querySelector<Found>(selector)!;
  const make = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    properties: Partial<HTMLElementTagNameMap[Name]>,
    ...children: Node[]
  ) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  let heard: Parameters<DocumentForm['hear']>[0] = null;
  let sent: LoginBy | null = null;
  const loginForm: DocumentForm = {
    page,
    show(isShown) {
      page().hidden = !isShown;
      // Whoever types already goes on where they are.
      if (isShown && !page().contains(document.activeElement)) loginForm.focus();
    },
    fill({ brand = 'Console', providers = [], demonstration }, from) {
      document.title = `Login · ${brand}`;
      find('h1').textContent = `Login to ${brand}`;
      const returnTo = encodeURIComponent(from);
      const ways = providers.map(({ name, label }) =>
        make('a', { href: `/api/sign-in/${name}?return_to=${returnTo}`, textContent: `Log In with ${label}` }),
      );
      find('.login-providers').replaceChildren(...ways);
      find('section').hidden = !demonstration;
      find('code').textContent = demonstration?.password ?? '';
      const people = (demonstration?.users ?? []).map(({ username, description }) =>
        make(
          'li',
          {},
          make(
            'button',
            { type: 'button', value: username },
            make('strong', { textContent: username }),
            make('span', { textContent: description }),
          ),
        ),
      );
      find('ul').replaceChildren(...people);
    },
    setBusy(isBusy, isSending = isBusy) {
      find<HTMLFieldSetElement>('fieldset').disabled = isBusy;
      find('form').setAttribute('aria-busy', String(isSending));
      find('[type=submit] span:last-child').textContent = isSending ? 'Logging in...' : 'Login';
    },
    focus: () => find('#username').focus(),
    reset: () => find<HTMLFormElement>('form').reset(),
    hear(listener) {
      heard = listener;
      if (!listener || !sent) return;
      listener(sent);
      sent = null;
    },
  };
  Object.assign(window, { loginForm });

  const send = (by: LoginBy) => {
    if (heard) return heard(by);
    sent = by;
    loginForm.setBusy(true);
    if (by === 'passkey') return;
    // As the console sends it (shared-auth/exchange), which takes the response over.
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    void head?.ask(`${window.location.origin}/api/token/pair`, null, {
      method: 'POST',
      headers,
      body: JSON.stringify(by),
    });
  };
  const field = (name: string) => find<HTMLInputElement>(`#${name}`);
  document.addEventListener('submit', (event) => {
    if (!page().contains(event.target as Node)) return;
    event.preventDefault();
    send({ username: field('username').value, password: field('password').value });
  });
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('#login [type=button]');
    if (button?.name === 'passkey') send('passkey');
    if (!button?.value) return;
    field('username').value = button.value;
    field('password').value = find('code').textContent;
    find<HTMLFormElement>('form').requestSubmit();
  });

  if (!head?.leadsToLogin) return loginForm;
  // At its own address the history may know where sign-in is to lead (pages/guard).
  if (window.location.pathname !== '/login') window.history.replaceState(null, '', '/login');
  // Deferred scripts run before the document says that it is loaded.
  const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }));
  const filled = Promise.all([head.config, parsed]).then(([facts]) => loginForm.fill(facts as LoginFacts, '/'));
  const late = new Promise((resolve) => setTimeout(resolve, FIRST_PAINT));
  const show = () => {
    document.documentElement.classList.add('awaits-login');
    loginForm.focus();
  };
  const painted = Promise.race([filled.catch(() => late), late])
    .then(() => parsed)
    .then(show)
    // A page that cannot be seen is not painted.
    .then(() => Promise.race([new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))), late]));
  return Object.assign(loginForm, { painted });
}
