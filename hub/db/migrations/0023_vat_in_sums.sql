-- Sums of documents whose prices are without VAT have it in them now, as those of receipts always had.
UPDATE document_lines AS line SET sum = line.sum + line.vat_sum
FROM documents AS document
WHERE document.organization_id = line.organization_id AND document.id = line.document_id
  AND NOT document.vat_included AND line.vat_sum <> 0;
--> statement-breakpoint
UPDATE documents SET sum = sum + vat_sum WHERE NOT vat_included AND vat_sum <> 0;
