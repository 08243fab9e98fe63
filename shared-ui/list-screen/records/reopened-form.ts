import { useReopening } from '../../open-form';
import { useCall } from '../list-calls';
import type { FormName } from './form-name';
import type { ReopeningList } from './reopen-form';

/**
 * Opens the form again that was open in this list when the session ended, with what was typed in it (DECISIONS §3). Draws
 * nothing; a part of its own, for it renders again with each address.
 */
export function ReopenedForm(list: ReopeningList) {
  const call = useCall();
  useReopening(list.rows !== undefined, (name) => {
    import(/* webpackChunkName: 'details' */ './reopen-form')
      .then(({ reopenForm }) => reopenForm(JSON.parse(name) as FormName, list, call))
      // The text is still kept, and offered when the form is opened.
      .catch((error: unknown) => console.error('The form could not be opened again.', error));
  });
  return null;
}
