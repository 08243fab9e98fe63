import type { Summary } from 'contract/dashboard';
import { CheckIcon, type ScreenPath } from 'shared-ui';
import type { ReactNode } from 'react';
import { ScreenLink } from '../navigation/screen-link';
import { useOpenScreens } from '../navigation/open-screens';

/** Steps that make a console useful, in order, and which of them are done (DECISIONS §15). */
export const FirstSteps = ({ done }: { done: NonNullable<Summary['first_steps']> }) => (
  <section className="first-steps" aria-labelledby="first-steps">
    <h2 id="first-steps">First steps</h2>
    <ol>
      <Step title="Add a company" isDone={done.company} to={['/company-management']}>
        A store with its name, its time zone and what shipping and cards cost. All else belongs to a company.
      </Step>
      <Step
        title="Bring in its data"
        isDone={done.records}
        to={['/company/connections', '/product-variants', '/facebook-ads']}
      >
        Connect the store, the ad account and the channels, and they are read by themselves; or import product variants
        and ads from a file, on their lists.
      </Step>
      <Step title="Let people in" isDone={done.people} to={['/company/people']}>
        Invite each with their groups, which say what they may do, and the companies that they see.
      </Step>
    </ol>
  </section>
);

interface StepProps {
  title: string;
  isDone: boolean;
  /** Screens on which it is done; those that are not open to the person are left out. */
  to: readonly ScreenPath[];
  children: ReactNode;
}

function Step({ title, isDone, to, children }: StepProps) {
  const open = useOpenScreens();
  const screens = to.flatMap((path) => open.filter((screen) => screen.path === path));
  return (
    <li data-done={isDone || undefined}>
      <span className="first-steps__sign" aria-hidden="true">
        {isDone && <CheckIcon />}
      </span>
      <h3>
        {title}
        {isDone && <small>Done</small>}
      </h3>
      {!isDone && (
        <>
          <p>{children}</p>
          <ul>
            {screens.map(({ path, name }) => (
              <li key={path}>
                <ScreenLink path={path}>{name}</ScreenLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </li>
  );
}
