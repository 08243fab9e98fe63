import { variantNoun, type ProductVariant } from 'contract/company/product-variants';
import type { ReactNode } from 'react';
import { Badge } from 'shared-ui';

const { sales_channel, is_active } = variantNoun.properties;

interface VariantCardProps {
  /** Undefined until it is known: what comes stands where bars show that it will. */
  variant: ProductVariant | undefined;
}

/** Which variant the costs are of. */
export function VariantCard({ variant }: VariantCardProps) {
  const fact = (label: string, of: (variant: ProductVariant) => ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{variant ? of(variant) : <span className="cogs-bar" />}</dd>
    </div>
  );
  return (
    <section className="cogs-card" aria-label="Variant information" aria-busy={!variant}>
      <h2>{variant ? <bdi>{variant.display_product_name}</bdi> : <span className="cogs-bar" />}</h2>
      <dl className="cogs-variant">
        {fact('Variant Name', (one) => (
          <bdi>{one.display_product_variant_name}</bdi>
        ))}
        {fact('Product Variant ID', (one) => one.product_variant_identifier)}
        {fact('Sales Channel', (one) => sales_channel.labels[one.sales_channel])}
        {fact('Company', (one) => (
          <bdi>{one.company_name}</bdi>
        ))}
        {fact('Status', (one) => (
          <Badge tone={one.is_active ? 'success' : 'secondary'}>{is_active.labels[`${one.is_active}`]}</Badge>
        ))}
      </dl>
    </section>
  );
}
