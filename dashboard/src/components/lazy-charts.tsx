import '@mantine/charts/styles.css';

// The code of the charts is large. Import this module only from pages that draw charts.
export { AreaChart, BarChart, LineChart } from '@mantine/charts';
