-- Keeps vectors of up to about 1,900 dimensions in the row, where a scan reads them.
ALTER TABLE "chunks" SET (toast_tuple_target = 8160);
