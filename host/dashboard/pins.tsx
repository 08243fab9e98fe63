import { MAX_PINS } from 'contract/dashboard';
import { Button, icon, useTell } from 'shared-ui';
import { dashboardApi } from './dashboard.api';

const StarIcon = icon(<path d="m12 3 2.7 5.8 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1-5.6 3.1 1.2-6.2L3 9.6l6.3-.8z" />);

/** The companies that the person has pinned, in the person's own order. */
export interface Pins {
  /** Undefined until they are known. */
  readonly ids: readonly number[] | undefined;
  /** Pins a company at the end, or lets it go. */
  toggle(id: number): void;
}

export function usePins(): Pins {
  const { data } = dashboardApi.endpoints.pins.useQuery();
  const [replace] = dashboardApi.endpoints.replacePins.useMutation();
  const tell = useTell();
  const ids = data?.company_ids;
  return {
    ids,
    toggle(id) {
      if (!ids) return;
      const company_ids = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
      if (company_ids.length > MAX_PINS)
        return tell.failure(
          `At most ${MAX_PINS} companies can be pinned`,
          new Error('Please let another one go first.'),
        );
      replace({ company_ids })
        .unwrap()
        .catch((error: unknown) => tell.failure('Failed to pin the company', error));
    },
  };
}

/** Pins a company: what needs attention is then about the pinned ones. */
export function Pin({ pins, id, name }: { pins: Pins; id: number; name: string }) {
  const isPinned = pins.ids?.includes(id) ?? false;
  const label = isPinned ? `Unpin ${name}` : `Pin ${name}`;
  return (
    <Button
      tone="quiet"
      className="pin"
      icon={<StarIcon />}
      aria-label={label}
      title={label}
      aria-pressed={isPinned}
      disabled={pins.ids === undefined}
      onClick={() => pins.toggle(id)}
    />
  );
}
