import { knowledgeItem, type Knowledge } from 'contract/agents/knowledge';
import type { RowDialogProps } from 'shared-ui/list-screen';
import { VersionsDialog } from '../versions/versions-dialog';
import { knowledgeCalls } from './knowledge.api';

/** The texts that a knowledge item had. */
export default function KnowledgeVersions({ row: { id, name }, onClose }: RowDialogProps<Knowledge>) {
  return <VersionsDialog noun={knowledgeItem} calls={knowledgeCalls} id={id} title={name} onClose={onClose} />;
}
