import { Page } from '../../components/page.tsx';

export function ReflectionsPage() {
  return <Page title="Reflections">{null}</Page>;
}
