"""Solved tables as data: Parquet files, SQL, ready questions."""
