"""The steps of a solve in partitions that lie in files: within little memory, or on a Dask cluster."""
