import type { HeadRequests } from 'shared-auth/host';
import type { DocumentForm } from './login/document-form';

/**
 * Ends when the browser has nothing else to do, where the head asks who is signed in: what it asks for next, the area's
 * files and the list's rows, is not to wait until all code of the console has been run.
 */
const others = () =>
  new Promise<void>((resolve) => {
    const { head, scheduler } = window as { head?: HeadRequests; scheduler?: Scheduler };
    if (!head?.requests.has(`${window.location.origin}/api/users/me`)) resolve();
    else if (scheduler?.postTask) void scheduler.postTask(resolve, { priority: 'background' });
    else setTimeout(resolve);
  });

/** Runs the console's code, its packages first, in parts between which the browser can do something else. */
export async function evaluate(): Promise<void> {
  // Whoever has to log in sees the form first: to run the packages takes the thread for some 100 ms.
  await (window as { loginForm?: DocumentForm }).loginForm?.painted;
  await import(/* webpackMode: 'eager' */ 'react-dom/client');
  await others();
  await import(/* webpackMode: 'eager' */ 'shared-ui');
  await others();
  await import(/* webpackMode: 'eager' */ './bootstrap');
}
