import { useEffect, useState } from 'react';
import { AREAS, type Area } from 'contract/console-config';
import { Button, CopyButton } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { useConfig } from '../config/console-config';
import { AREA_NAMES } from '../remotes/remote-failure';
import { reportOf } from '../remotes/remotes';
import { consoleFacts, factsOf, textOf, type Fact } from './facts';
import './about-dialog.css';

/** About this console: what runs here and where it comes from, each area's manifest being fetched again. */
export default function AboutDialog({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const { brand } = useConfig();
  const [own, setOwn] = useState<readonly Fact[]>([]);
  const [areas, setAreas] = useState<Partial<Record<Area, readonly Fact[]>>>({});
  useEffect(() => {
    let isAwaited = true;
    void consoleFacts().then((facts) => isAwaited && setOwn(facts));
    for (const area of AREAS)
      void reportOf(area).then(
        (report) => isAwaited && setAreas((known) => ({ ...known, [area]: factsOf(area, report) })),
      );
    return () => {
      isAwaited = false;
    };
  }, []);
  const sections = [
    { title: brand, facts: own },
    ...AREAS.map((area) => ({ title: AREA_NAMES[area], facts: areas[area] })),
  ];
  const isWhole = sections.every(({ facts }) => facts && facts.length > 0);
  const close = () => setOpen(false);
  return (
    <Dialog
      title="About this console"
      size="wide"
      open={isOpen}
      onCloseRequest={close}
      onClosed={onClosed}
      footer={
        <>
          {isWhole && <CopyButton hasWords label="Copy all" text={textOf(sections)} />}
          <Button tone="primary" onClick={close}>
            Close
          </Button>
        </>
      }
    >
      {sections.map(({ title, facts }) => (
        <section key={title} className="about" aria-busy={!facts}>
          <h2>{title}</h2>
          {facts ? (
            <dl>
              {facts.map(({ name, value }) => (
                <div key={`${name} ${value}`}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          ) : (
            <p>Asking …</p>
          )}
        </section>
      ))}
    </Dialog>
  );
}
