import type { Summary } from 'contract/dashboard';
import { FirstSteps } from './first-steps';

/** For an AaasAdmin: the first steps that are not done yet, and what an upgrade still does in the background (DECISIONS §12). */
export const Administration = ({ first_steps: done, background = [] }: Pick<Summary, 'first_steps' | 'background'>) => (
  <>
    {done && <FirstSteps done={done} />}
    {background.map(({ title, progress, has_failed }) => (
      <p key={title} className="background-step">
        In the background: {title}, {Math.floor(progress * 100)}&nbsp;%
        {has_failed && '. It failed and is tried again; the service’s log says why.'}
      </p>
    ))}
  </>
);
