import type { Knowledge } from 'api/contract/agents/knowledge';
import { useCall, type RowDialogProps } from 'shared-ui/list-screen';
import { VersionsDialog } from '../versions/versions-dialog';
import { knowledgeCalls } from './knowledge.api';

/** The texts that a knowledge item had. */
export default function KnowledgeVersions({ row: { id, name }, onClose }: RowDialogProps<Knowledge>) {
  const call = useCall();
  return (
    <VersionsDialog
      title={name}
      calls={{
        read: () => call.ask(knowledgeCalls.get, id),
        list: async (page) => {
          const { items, ...others } = await call.ask(knowledgeCalls.listVersions, { id, page });
          return { ...others, items: items.map((item) => ({ ...item, text: item.content })) };
        },
        restore: ({ name, text }, { updated_at }) =>
          call.change(knowledgeCalls.update, { id, body: { name, content: text }, ifMatch: updated_at }),
      }}
      onClose={onClose}
    />
  );
}
