//! Tables as Parquet, written by the one crate of polars that knows the format: `polars-io` would bring along four compressions
//! besides Snappy, two of them in C.

use polars::prelude::{CompatLevel, DataFrame, PolarsError};
use polars_parquet::read::ParquetError;
use polars_parquet::write::{
    CompressionOptions, Compressor, DynIter, DynStreamingIterator, FallibleStreamingIterator, FileWriter,
    StatisticsOptions, Version, WriteOptions, array_to_columns, get_dtype_encoding,
};

/// A table in one row group, none where it has no rows.
///
/// # Errors
/// When polars refuses to write, which no result causes.
pub(super) fn parquet(table: &DataFrame) -> Result<Vec<u8>, PolarsError> {
    let options = WriteOptions {
        statistics: StatisticsOptions::empty(),
        version: Version::V1,
        compression: CompressionOptions::Snappy,
        data_page_size: None,
    };
    let newest = CompatLevel::newest();
    let schema = table.schema().iter().map(|(name, kind)| {
        let field = kind.to_arrow_field(name.clone(), newest);
        (name.clone(), field)
    });
    let mut bytes = Vec::new();
    let mut file = FileWriter::try_new(&mut bytes, schema.collect(), options)?;
    for batch in table.iter_chunks(newest, false).filter(|batch| !batch.is_empty()) {
        let mut columns = Vec::new();
        for (cells, kind) in batch.columns().iter().zip(file.parquet_schema().fields()) {
            let encodings = get_dtype_encoding(cells.dtype());
            for pages in array_to_columns(cells, kind.clone(), options, &encodings)? {
                let pages =
                    pages.map(|page| page.map_err(|error| ParquetError::FeatureNotSupported(error.to_string())));
                let packed = Compressor::new_from_vec(pages, options.compression, Vec::new());
                columns.push(Ok(DynStreamingIterator::new(packed.map_err(PolarsError::from))));
            }
        }
        file.write(batch.len() as u64, DynIter::new(columns.into_iter()))?;
    }
    file.end(None)?;
    Ok(bytes)
}
