import { knowledgeItem, type Knowledge, type KnowledgeWrite } from 'contract/agents/knowledge';
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
          const versions = items.map(({ at, username, is_current, name, content }) => ({
            ...{ at, username, is_current, values: { name, content }, text: content },
            facts: [{ label: knowledgeItem.properties.name.title, value: name }],
          }));
          return { ...others, items: versions };
        },
        restore: (body: KnowledgeWrite, { updated_at }, operation) =>
          call.change(knowledgeCalls.update, { id, body, ifMatch: updated_at }, operation),
      }}
      onClose={onClose}
    />
  );
}
