print("svmanalyze")
