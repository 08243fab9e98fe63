import type { TagByName } from 'contract/tags-by-name';
import { Operation } from 'shared-auth';
import { useState } from 'react';
import { useCall } from '../../list-screen/list-calls';
import type { RowDialogProps } from '../../list-screen/actions';
import { useTell } from '../../toast/use-tell';
import { undoOf } from '../../undo/undo-of';
import { KindBoxes, meantTags } from './kinds-field';
import { deletionWarning, usesInWords } from './kinds';
import { deleteTag } from './tags-by-name.api';

/** Asks before a tag is taken off everything that carries it. */
export const deleteTagIn = ({ ConfirmModal }: Pick<typeof import('../../dialog'), 'ConfirmModal'>) => ({
  default: function DeleteTag({ row, onClose }: RowDialogProps<TagByName>) {
    const [kinds, setKinds] = useState(row.tags.map(({ resource_type }) => resource_type));
    const call = useCall();
    const tell = useTell();
    const meant = meantTags(row, kinds);

    const remove = async () => {
      const operation = new Operation();
      let deleted = 0;
      try {
        for (const { id } of meant) {
          await call.change(deleteTag, id, operation);
          deleted += 1;
        }
      } catch (error) {
        tell.failure('Failed to delete', error);
      }
      // Also where another kind's was refused: this one is gone, and can come back.
      if (deleted > 0) tell.success('Tag deleted successfully', row.name, undoOf(operation));
    };

    return (
      <ConfirmModal
        title="Delete tag?"
        confirmLabel="Delete tag"
        danger
        onConfirm={() => void remove()}
        onClose={onClose}
      >
        “<bdi>{row.name}</bdi>” is taken off {usesInWords(meant)}. {deletionWarning(meant)}
        {row.tags.length > 1 && (
          // Without any there would be nothing to delete.
          <KindBoxes tags={row.tags} chosen={kinds} onChange={(chosen) => chosen.length > 0 && setKinds([...chosen])} />
        )}
      </ConfirmModal>
    );
  },
});
