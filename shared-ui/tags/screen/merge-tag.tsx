import { object, type Infer } from 'contract/schema';
import type { TagByName } from 'contract/tags-by-name';
import { useMemo } from 'react';
import { useCall } from '../../list-screen/list-calls';
import type { RowDialogProps } from '../../list-screen/actions';
import { useTell } from '../../toast/use-tell';
import { anotherThan, into, intoField } from './into-field';
import { NO_WAY_BACK, usesInWords } from './kinds';
import { kinds, kindsFieldOf, meantTags } from './kinds-field';
import { mergeTags } from './tags-by-name.api';

const schema = object({ into, kinds }, []);

/** Turns every use of a tag into one of another. */
export const mergeTagIn = ({ RecordFormModal }: Pick<typeof import('../../record-form'), 'RecordFormModal'>) => ({
  default: function MergeTag({ row, onClose }: RowDialogProps<TagByName>) {
    const { company_id, tags } = row;
    const call = useCall();
    const tell = useTell();
    const IntoField = useMemo(
      () => intoField({ resourceType: tags[0]?.resource_type ?? 'facebook_ad', companyId: company_id }),
      [tags, company_id],
    );
    const merge = async ({ into: [to_tag = ''] = [], kinds: chosen }: Infer<typeof schema>) => {
      for (const { name: from_tag, resource_type } of meantTags(row, chosen))
        await call.change(mergeTags, { from_tag, to_tag, company_id, resource_type });
      tell.success('Tags merged successfully', `${row.name} → ${to_tag}`);
    };
    return (
      <RecordFormModal
        title="Merge Tag"
        about={<bdi>{row.name}</bdi>}
        mode="create"
        submitLabel="Merge"
        note={`It is on ${usesInWords(tags)}: all of them get the other tag in its place, and “${row.name}” goes. ${NO_WAY_BACK}`}
        schema={schema}
        fields={[{ key: 'into', component: IntoField, validate: anotherThan(row.name) }, ...kindsFieldOf(row)]}
        initial={row}
        onSubmit={merge}
        onClose={onClose}
      />
    );
  },
});
