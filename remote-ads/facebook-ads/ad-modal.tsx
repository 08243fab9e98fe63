import { SPEND_DAYS, type FacebookAd } from 'contract/ads/facebook-ads';
import { inGroup, useCurrentUser } from 'shared-auth';
import { useState, type ReactNode } from 'react';
import { Button, formatCurrency, formatDateTime, LazyPart } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import type { RowViewProps } from 'shared-ui/list-screen';
import { DetailSteps, HistoryPart } from 'shared-ui/record-details';
import { RecordTags } from 'shared-ui/tags';
import { AdPreview } from './ad-preview';
import './ad-modal.css';
import { adTagging } from './ad-tagging';

const loadDays = () => import(/* webpackChunkName: 'ads-added' */ '../spend/ad-days');

/**
 * The preview modal: what the ad looks like, ad info, spend metrics, tags (specification 1 §2 Facebook Ads); and the way to
 * the page's other ads.
 */
export default function AdModal({ row: ad, steps, onClose }: RowViewProps<FacebookAd>) {
  const mayTag = inGroup(useCurrentUser(), 'AdManager');
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  const line = (label: string, value: ReactNode) => (
    <div className="ad-modal__line">
      <dt>{label}</dt>
      <dd>
        <bdi>{value || '-'}</bdi>
      </dd>
    </div>
  );
  return (
    <Dialog
      title={<bdi>{ad.ad_name}</bdi>}
      about={`Ad · ${ad.company_name}`}
      size="wide"
      open={open}
      onCloseRequest={close}
      onClosed={onClose}
      footer={
        <>
          <DetailSteps steps={steps} name={ad.ad_name} idle={!open} />
          <Button onClick={close}>Close</Button>
        </>
      }
    >
      {/* Input for one ad does not stay for the next. */}
      <div className="ad-modal" key={ad.id}>
        <section className="ad-modal__preview" aria-label="Preview">
          <h3>Preview</h3>
          <AdPreview id={ad.id} name={ad.ad_name} />
        </section>
        <div>
          <section>
            <h3>Ad Info</h3>
            <dl>
              {line('Ad ID', ad.ad_identifier)}
              {line('Ad Name', ad.ad_name)}
              {line('Type', ad.ad_type)}
              {line('Campaign', ad.campaign_name)}
              {line('Ad Set', ad.adset_name)}
              {line('Company', ad.company_name)}
              {line('Last Updated', formatDateTime(ad.cache_updated_at))}
            </dl>
          </section>
          <section>
            <h3>Spend Metrics</h3>
            <dl className="ad-modal__spend">
              {SPEND_DAYS.map((days) => (
                <div key={days}>
                  <dt>{`${days}d Spend`}</dt>
                  <dd>{formatCurrency(ad[`spend_last_${days}d`])}</dd>
                </div>
              ))}
            </dl>
            <LazyPart load={loadDays} failure="Failed to load its days">
              {({ AdDays }) => <AdDays ad={ad} />}
            </LazyPart>
          </section>
          <section>
            <h3>Tags</h3>
            <RecordTags tagging={adTagging} record={ad} mayTag={mayTag} />
          </section>
        </div>
      </div>
      <HistoryPart of={{ kind: 'facebook_ad', id: ad.id, companyId: ad.company_id }} />
    </Dialog>
  );
}
