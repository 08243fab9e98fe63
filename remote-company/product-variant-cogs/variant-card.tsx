import { variantNoun, type ProductVariant } from 'api/contract/company/product-variants';
import { Badge } from 'shared-ui';

const { sales_channel, is_active } = variantNoun.properties;

/** Which variant the costs are of. */
export const VariantCard = ({ variant }: { variant: ProductVariant }) => (
  <section className="cogs-card" aria-label="Variant information">
    <h2>
      <bdi>{variant.display_product_name}</bdi>
    </h2>
    <dl className="cogs-variant">
      <div>
        <dt>Variant Name</dt>
        <dd>
          <bdi>{variant.display_product_variant_name}</bdi>
        </dd>
      </div>
      <div>
        <dt>Product Variant ID</dt>
        <dd>{variant.product_variant_identifier}</dd>
      </div>
      <div>
        <dt>Sales Channel</dt>
        <dd>{sales_channel.labels[variant.sales_channel]}</dd>
      </div>
      <div>
        <dt>Company</dt>
        <dd>
          <bdi>{variant.company_name}</bdi>
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <Badge tone={variant.is_active ? 'success' : 'secondary'}>{is_active.labels[`${variant.is_active}`]}</Badge>
        </dd>
      </div>
    </dl>
  </section>
);
