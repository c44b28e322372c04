import { Page } from '../../components/page.tsx';

export function TrashPage() {
  return <Page title="Trash">{null}</Page>;
}
